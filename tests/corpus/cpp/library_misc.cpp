// Locks, clocks, errors, demangling, locales, futures, files: one line each.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <iostream>
#include <fstream>
#include <random>
#include <memory>
#include <system_error>
#include <future>
#include <any>
#include <atomic>
#include <bitset>
#include <complex>
#include <valarray>
#include <filesystem>
#include <numeric>
#include <locale>
#include <cxxabi.h>
#include <map>
#include <array>
#include <functional>
#include <tuple>
#include <string_view>
std::once_flag once; std::mutex mu; std::recursive_mutex rm;
template <typename T> std::string nm() { int st; char *p = abi::__cxa_demangle(typeid(T).name(), 0, 0, &st); std::string s = p ? p : "?"; free(p); return s; }
namespace ns { struct S { template <typename T> struct In {}; enum E {}; void f(int); }; } 
int main() {
  std::call_once(once, [] { std::cout << "once\n"; }); std::call_once(once, [] { std::cout << "never\n"; });
  { std::lock_guard g(mu); std::scoped_lock s(rm); std::unique_lock u(rm); } auto t = std::chrono::steady_clock::now(); auto t2 = std::chrono::steady_clock::now(); std::cout << (t2 >= t) << '\n';
  std::random_device rd; (void)rd(); std::error_code ec(2, std::generic_category()); std::cout << ec.message() << ' ' << ec << ' ' << (ec == std::errc::no_such_file_or_directory) << ' ' << std::make_error_code(std::errc::io_error).message() << '\n';
  try { throw std::system_error(13, std::system_category(), "opening"); } catch (std::system_error &e) { std::cout << e.what() << e.code() << (e.code() == std::errc::permission_denied) << '\n'; }
  std::any a = 5; try { std::any_cast<double>(a); } catch (std::bad_any_cast &e) { std::cout << e.what() << '\n'; } std::complex<double> c(1, 2); std::cout << c * c << std::abs(c) << '\n'; std::valarray<int> va{1, 2, 3}; std::cout << (va * va).sum() << '\n'; std::bitset<70> bs(0x123456789abcdefull); std::cout << bs << bs.count() << '\n';
  std::cout << nm<std::map<std::string, std::vector<int *>>>() << '\n' << nm<ns::S::In<ns::S>>() << '\n' << nm<int (*)(char, const double &)>() << '\n' << nm<int[3][4]>() << '\n' << nm<void (ns::S::*)(int)>() << '\n' << nm<std::unique_ptr<const char *const[]>>() << '\n' << nm<std::integral_constant<unsigned, 5>>() << '\n' << nm<std::tuple<>>() << '\n' << nm<decltype([](int) {})>() << '\n' << nm<std::ostream>() << '\n' << nm<ns::S::E>() << '\n' << nm<std::pair<bool, std::function<int(int)>>>() << '\n' << nm<std::array<std::string_view, 3>>() << '\n';
  std::weak_ptr<int> wp; try { std::shared_ptr<int> sp(wp); } catch (std::bad_weak_ptr &e) { std::cout << e.what() << '\n'; } std::cout << std::locale().name() << std::locale::classic().name() << std::isalpha('x', std::locale()) << std::toupper('q', std::locale()) << '\n'; try { std::locale bad("xx_YY"); } catch (std::runtime_error &e) { std::cout << e.what() << '\n'; }
  struct P : std::numpunct<char> { char do_thousands_sep() const override { return '\''; } std::string do_grouping() const override { return "\3"; } }; std::cout.imbue(std::locale(std::locale(), new P)); std::cout << 1234567 << ' ' << 12345.678 << '\n'; std::cout.imbue(std::locale::classic()); std::cout << 1234567 << '\n';
  std::promise<int> pr; auto fu = pr.get_future(); pr.set_value(4); std::cout << fu.get() << '\n'; auto de = std::async(std::launch::deferred, [] { return 6; }); std::cout << de.get() << '\n'; try { fu.get(); } catch (std::future_error &e) { std::cout << e.what() << '\n'; }
  { std::ofstream o("f.txt"); o << "line1\nline2 42\n" << 3.5; } std::ifstream i("f.txt"); std::string l; while (std::getline(i, l)) std::cout << l << '|'; i.clear(); i.seekg(6); i >> l; std::cout << l << i.tellg() << '\n'; std::fstream rw("f.txt", std::ios::in | std::ios::out | std::ios::ate); rw << "END"; rw.seekg(0); rw >> l; std::cout << l << '\n'; rw.close(); std::ofstream ap("f.txt", std::ios::app); ap << "+"; ap.close(); std::ifstream j("f.txt", std::ios::binary); std::cout << std::string(std::istreambuf_iterator<char>(j), {}).size() << '\n'; std::ifstream no("nonexist"); std::cout << no.is_open() << no.fail() << std::endl; std::ios::sync_with_stdio(false); std::cout << "buffered " << 1 << '\n'; std::cerr << "now\n";
}
