// The name of a template as terminate writes it; nothing is unwound.
#include <map>
#include <string>
#include <vector>
namespace n { template <typename K, typename V> struct Err { std::map<K, V> m; }; }
struct N { ~N() { __builtin_printf("not run\n"); } };
int main() { N n; throw n::Err<std::string, std::vector<int (*)[3]>>(); }
