// The links of std::list: a ring through the list's header.
#include <list>

namespace std::__detail {
using Node = _List_node_base;

void Node::_M_hook(Node *const position) noexcept {
    _M_next = position;
    _M_prev = position->_M_prev;
    position->_M_prev->_M_next = this;
    position->_M_prev = this;
}
void Node::_M_unhook() noexcept {
    _M_next->_M_prev = _M_prev;
    _M_prev->_M_next = _M_next;
}

// Moves [first, last) before this node.
void Node::_M_transfer(Node *const first, Node *const last) noexcept {
    if (this == last) return;
    Node *final = last->_M_prev;
    first->_M_prev->_M_next = last;
    last->_M_prev = first->_M_prev;
    _M_prev->_M_next = first;
    first->_M_prev = _M_prev;
    final->_M_next = this;
    _M_prev = final;
}

void Node::_M_reverse() noexcept {
    Node *node = this;
    do {
        Node *next = node->_M_next;
        node->_M_next = node->_M_prev;
        node->_M_prev = next;
        node = next;
    } while (node != this);
}

void Node::swap(Node &a, Node &b) noexcept {
    bool a_empty = a._M_next == &a, b_empty = b._M_next == &b;
    Node old_a = a, old_b = b;
    if (b_empty) a._M_next = a._M_prev = &a;
    else {
        a = old_b;
        a._M_next->_M_prev = a._M_prev->_M_next = &a;
    }
    if (a_empty) b._M_next = b._M_prev = &b;
    else {
        b = old_a;
        b._M_next->_M_prev = b._M_prev->_M_next = &b;
    }
}
}
