// The balancing of std::map and std::set: red-black trees (Cormen et al., Introduction to Algorithms, ch. 13).
// The header's parent is the root, its left and right are the first and last node; the header is red, and so tells
// itself apart from the root.
#include <map>

namespace std {
namespace {
using Node = _Rb_tree_node_base;

bool is_black(const Node *node) { return !node || node->_M_color == _S_black; }

// Puts `by` where `node` hangs.
void replace_below_parent(Node *node, Node *by, Node *&root) {
    if (node == root) root = by;
    else if (node == node->_M_parent->_M_left) node->_M_parent->_M_left = by;
    else node->_M_parent->_M_right = by;
}

void rotate_left(Node *node, Node *&root) {
    Node *up = node->_M_right;
    node->_M_right = up->_M_left;
    if (up->_M_left) up->_M_left->_M_parent = node;
    up->_M_parent = node->_M_parent;
    replace_below_parent(node, up, root);
    up->_M_left = node;
    node->_M_parent = up;
}

void rotate_right(Node *node, Node *&root) {
    Node *up = node->_M_left;
    node->_M_left = up->_M_right;
    if (up->_M_right) up->_M_right->_M_parent = node;
    up->_M_parent = node->_M_parent;
    replace_below_parent(node, up, root);
    up->_M_right = node;
    node->_M_parent = up;
}

void balance_after_insert(Node *node, Node *&root) {
    while (node != root && node->_M_parent->_M_color == _S_red) {
        Node *grandparent = node->_M_parent->_M_parent;
        bool on_left = node->_M_parent == grandparent->_M_left;
        Node *uncle = on_left ? grandparent->_M_right : grandparent->_M_left;
        if (!is_black(uncle)) {
            node->_M_parent->_M_color = uncle->_M_color = _S_black;
            grandparent->_M_color = _S_red;
            node = grandparent;
            continue;
        }
        if (on_left && node == node->_M_parent->_M_right) {
            node = node->_M_parent;
            rotate_left(node, root);
        } else if (!on_left && node == node->_M_parent->_M_left) {
            node = node->_M_parent;
            rotate_right(node, root);
        }
        node->_M_parent->_M_color = _S_black;
        grandparent->_M_color = _S_red;
        if (on_left) rotate_right(grandparent, root);
        else rotate_left(grandparent, root);
    }
    root->_M_color = _S_black;
}

// `node` (null for a leaf) below `parent` lacks one black node on its paths.
void balance_after_erase(Node *node, Node *parent, Node *&root) {
    while (node != root && is_black(node)) {
        bool on_left = node == parent->_M_left;
        Node *sibling = on_left ? parent->_M_right : parent->_M_left;
        if (sibling->_M_color == _S_red) {
            sibling->_M_color = _S_black;
            parent->_M_color = _S_red;
            if (on_left) rotate_left(parent, root);
            else rotate_right(parent, root);
            sibling = on_left ? parent->_M_right : parent->_M_left;
        }
        if (is_black(sibling->_M_left) && is_black(sibling->_M_right)) {
            sibling->_M_color = _S_red;
            node = parent;
            parent = parent->_M_parent;
            continue;
        }
        if (on_left && is_black(sibling->_M_right)) {
            sibling->_M_left->_M_color = _S_black;
            sibling->_M_color = _S_red;
            rotate_right(sibling, root);
            sibling = parent->_M_right;
        } else if (!on_left && is_black(sibling->_M_left)) {
            sibling->_M_right->_M_color = _S_black;
            sibling->_M_color = _S_red;
            rotate_left(sibling, root);
            sibling = parent->_M_left;
        }
        sibling->_M_color = parent->_M_color;
        parent->_M_color = _S_black;
        Node *outer = on_left ? sibling->_M_right : sibling->_M_left;
        if (outer) outer->_M_color = _S_black;
        if (on_left) rotate_left(parent, root);
        else rotate_right(parent, root);
        break;
    }
    if (node) node->_M_color = _S_black;
}
}

Node *_Rb_tree_increment(Node *node) throw() {
    if (node->_M_right) return Node::_S_minimum(node->_M_right);
    Node *above = node->_M_parent;
    while (node == above->_M_right) {
        node = above;
        above = above->_M_parent;
    }
    // From a root without right child the climb ends one step too high, at the root again.
    return node->_M_right == above ? node : above;
}
const Node *_Rb_tree_increment(const Node *node) throw() { return _Rb_tree_increment(const_cast<Node *>(node)); }

Node *_Rb_tree_decrement(Node *node) throw() {
    bool is_header = node->_M_color == _S_red && node->_M_parent->_M_parent == node;
    if (is_header) return node->_M_right;
    if (node->_M_left) return Node::_S_maximum(node->_M_left);
    Node *above = node->_M_parent;
    while (node == above->_M_left) {
        node = above;
        above = above->_M_parent;
    }
    return above;
}
const Node *_Rb_tree_decrement(const Node *node) throw() { return _Rb_tree_decrement(const_cast<Node *>(node)); }

void _Rb_tree_insert_and_rebalance(const bool left, Node *node, Node *parent, Node &header) throw() {
    Node *&root = header._M_parent;
    node->_M_parent = parent;
    node->_M_left = node->_M_right = nullptr;
    node->_M_color = _S_red;
    if (left) {
        parent->_M_left = node; // for an empty tree: the header's first node
        if (parent == &header) {
            header._M_parent = header._M_right = node;
        } else if (parent == header._M_left) {
            header._M_left = node;
        }
    } else {
        parent->_M_right = node;
        if (parent == header._M_right) header._M_right = node;
    }
    balance_after_insert(node, root);
}

Node *_Rb_tree_rebalance_for_erase(Node *const gone, Node &header) throw() {
    Node *&root = header._M_parent;
    Node *child, *parent;
    _Rb_tree_color color = gone->_M_color;
    if (!gone->_M_left || !gone->_M_right) {
        child = gone->_M_left ? gone->_M_left : gone->_M_right;
        parent = gone->_M_parent;
        if (child) child->_M_parent = parent;
        replace_below_parent(gone, child, root);
        if (header._M_left == gone) header._M_left = child ? Node::_S_minimum(child) : parent;
        if (header._M_right == gone) header._M_right = child ? Node::_S_maximum(child) : parent;
    } else {
        // The next node in order takes the place and the colour of the one that goes.
        Node *next = Node::_S_minimum(gone->_M_right);
        color = next->_M_color;
        child = next->_M_right;
        parent = next;
        if (next != gone->_M_right) {
            parent = next->_M_parent;
            parent->_M_left = child;
            if (child) child->_M_parent = parent;
            next->_M_right = gone->_M_right;
            gone->_M_right->_M_parent = next;
        }
        next->_M_left = gone->_M_left;
        gone->_M_left->_M_parent = next;
        replace_below_parent(gone, next, root);
        next->_M_parent = gone->_M_parent;
        next->_M_color = gone->_M_color;
    }
    if (color == _S_black && root) balance_after_erase(child, parent, root);
    return gone;
}
}
