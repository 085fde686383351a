// Error categories, std::system_error, std::ios_base::failure, std::future_error.
#include <cstring>
#include <future>
#include <ios>
#include <system_error>

namespace std {
namespace {
string message_of(int value) { return strerror(value); }

// Whether the standard has a name for this errno.
bool is_portable(int value) {
    switch (static_cast<errc>(value)) {
        case errc::address_family_not_supported: case errc::address_in_use: case errc::address_not_available:
        case errc::already_connected: case errc::argument_list_too_long: case errc::argument_out_of_domain:
        case errc::bad_address: case errc::bad_file_descriptor: case errc::bad_message: case errc::broken_pipe:
        case errc::connection_aborted: case errc::connection_already_in_progress: case errc::connection_refused:
        case errc::connection_reset: case errc::cross_device_link: case errc::destination_address_required:
        case errc::device_or_resource_busy: case errc::directory_not_empty: case errc::executable_format_error:
        case errc::file_exists: case errc::file_too_large: case errc::filename_too_long:
        case errc::function_not_supported: case errc::host_unreachable: case errc::identifier_removed:
        case errc::illegal_byte_sequence: case errc::inappropriate_io_control_operation: case errc::interrupted:
        case errc::invalid_argument: case errc::invalid_seek: case errc::io_error: case errc::is_a_directory:
        case errc::message_size: case errc::network_down: case errc::network_reset: case errc::network_unreachable:
        case errc::no_buffer_space: case errc::no_child_process: case errc::no_link: case errc::no_lock_available:
        case errc::no_message_available: case errc::no_message: case errc::no_protocol_option:
        case errc::no_space_on_device: case errc::no_stream_resources: case errc::no_such_device_or_address:
        case errc::no_such_device: case errc::no_such_file_or_directory: case errc::no_such_process:
        case errc::not_a_directory: case errc::not_a_socket: case errc::not_a_stream: case errc::not_connected:
        case errc::not_enough_memory: case errc::not_supported: case errc::operation_canceled:
        case errc::operation_in_progress: case errc::operation_not_permitted: case errc::operation_would_block:
        case errc::owner_dead: case errc::permission_denied: case errc::protocol_error:
        case errc::protocol_not_supported: case errc::read_only_file_system:
        case errc::resource_deadlock_would_occur: case errc::result_out_of_range: case errc::state_not_recoverable:
        case errc::stream_timeout: case errc::text_file_busy: case errc::timed_out:
        case errc::too_many_files_open_in_system: case errc::too_many_files_open: case errc::too_many_links:
        case errc::too_many_symbolic_link_levels: case errc::value_too_large: case errc::wrong_protocol_type:
            return true;
        default:
            return value == 0;
    }
}

struct GenericCategory final : error_category {
    const char *name() const noexcept override { return "generic"; }
    string message(int value) const override { return message_of(value); }
};
struct SystemCategory final : error_category {
    const char *name() const noexcept override { return "system"; }
    string message(int value) const override { return message_of(value); }
    error_condition default_error_condition(int value) const noexcept override {
        if (is_portable(value)) return error_condition(value, generic_category());
        return error_condition(value, system_category());
    }
};
struct StreamCategory final : error_category {
    const char *name() const noexcept override { return "iostream"; }
    string message(int value) const override { return value == int(io_errc::stream) ? "iostream error" : "Unknown error"; }
};
struct FutureCategory final : error_category {
    const char *name() const noexcept override { return "future"; }
    string message(int value) const override {
        switch (static_cast<future_errc>(value)) {
            case future_errc::promise_already_satisfied: return "Promise already satisfied";
            case future_errc::future_already_retrieved: return "Future already retrieved";
            case future_errc::no_state: return "No associated state";
            case future_errc::broken_promise: return "Broken promise";
        }
        return "Unknown error";
    }
};

// Never destroyed, as in libstdc++: other destructors may still ask.
[[clang::no_destroy]] constinit GenericCategory the_generic_category;
[[clang::no_destroy]] constinit SystemCategory the_system_category;
[[clang::no_destroy]] constinit StreamCategory the_stream_category;
[[clang::no_destroy]] constinit FutureCategory the_future_category;
}

inline namespace _V2 {
error_category::~error_category() = default;
error_condition error_category::default_error_condition(int value) const noexcept {
    return error_condition(value, *this);
}
bool error_category::equivalent(int value, const error_condition &condition) const noexcept {
    return default_error_condition(value) == condition;
}
bool error_category::equivalent(const error_code &code, int value) const noexcept {
    return *this == code.category() && code.value() == value;
}
__cow_string error_category::_M_message(int value) const { return message(value); }
const error_category &generic_category() noexcept { return the_generic_category; }
const error_category &system_category() noexcept { return the_system_category; }
}
error_condition error_code::default_error_condition() const noexcept {
    return category().default_error_condition(value());
}
const error_category &iostream_category() noexcept { return the_stream_category; }
const error_category &future_category() noexcept { return the_future_category; }

system_error::~system_error() noexcept = default;
ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept = default;
const char *ios_base::failure::what() const noexcept { return system_error::what(); }
future_error::~future_error() noexcept = default;
const char *future_error::what() const noexcept { return logic_error::what(); }

// What libstdc++ throws; programs see its name when nobody catches it.
struct __ios_failure : ios_base::failure {
    using failure::failure;
    ~__ios_failure() override;
};
__ios_failure::~__ios_failure() = default;

void __throw_system_error(int value) { throw system_error(error_code(value, generic_category())); }
void __throw_ios_failure(const char *text) { throw __ios_failure(text); }
void __throw_ios_failure(const char *text, int value) {
    throw __ios_failure(text, value ? error_code(value, system_category()) : error_code(io_errc::stream));
}
void __throw_future_error(int value) { throw future_error(make_error_code(future_errc(value))); }
}
