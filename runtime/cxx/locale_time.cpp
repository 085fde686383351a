// std::time_put and std::time_get (std::put_time, std::get_time) for char. Here only in programs that ask for them.
#include "locale_support.hpp"
#include <ctime>

namespace std {
template <>
const char *__timepunct_cache<char>::_S_timezones[14] = {"GMT", "HST", "AKST", "PST", "MST", "CST", "EST",
                                                         "AST", "NST", "CET", "IST", "EET", "CST", "JST"};
template <>
void __timepunct<char>::_M_put(char *to, size_t size, const char *format, const tm *time) const throw() {
    if (!strftime(to, size, format, time)) to[0] = 0;
}
template <>
void __timepunct<char>::_M_initialize_timepunct(__c_locale) {
    if (!_M_data) _M_data = new __timepunct_cache<char>;
    auto &c = *_M_data;
    c._M_date_format = c._M_date_era_format = "%m/%d/%y";
    c._M_time_format = c._M_time_era_format = "%H:%M:%S";
    c._M_date_time_format = c._M_date_time_era_format = "%a %b %e %H:%M:%S %Y";
    c._M_am = "AM";
    c._M_pm = "PM";
    c._M_am_pm_format = "%I:%M:%S %p";
    c._M_day1 = "Sunday", c._M_day2 = "Monday", c._M_day3 = "Tuesday", c._M_day4 = "Wednesday";
    c._M_day5 = "Thursday", c._M_day6 = "Friday", c._M_day7 = "Saturday";
    c._M_aday1 = "Sun", c._M_aday2 = "Mon", c._M_aday3 = "Tue", c._M_aday4 = "Wed", c._M_aday5 = "Thu";
    c._M_aday6 = "Fri", c._M_aday7 = "Sat";
    c._M_month01 = "January", c._M_month02 = "February", c._M_month03 = "March", c._M_month04 = "April";
    c._M_month05 = "May", c._M_month06 = "June", c._M_month07 = "July", c._M_month08 = "August";
    c._M_month09 = "September", c._M_month10 = "October", c._M_month11 = "November", c._M_month12 = "December";
    c._M_amonth01 = "Jan", c._M_amonth02 = "Feb", c._M_amonth03 = "Mar", c._M_amonth04 = "Apr", c._M_amonth05 = "May";
    c._M_amonth06 = "Jun", c._M_amonth07 = "Jul", c._M_amonth08 = "Aug", c._M_amonth09 = "Sep";
    c._M_amonth10 = "Oct", c._M_amonth11 = "Nov", c._M_amonth12 = "Dec";
}
namespace {
constexpr short days_before[2][13] = {{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
                                      {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366}};
bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
// Of the first of January, counted from Sunday (Gauss).
int weekday_of_new_year(int year) {
    int before = year - 1;
    return (1 + 5 * (before % 4) + 4 * (before % 100) + 6 * (before % 400)) % 7;
}
void month_from_yday(tm *time) {
    const short *before = days_before[is_leap(time->tm_year + 1900)];
    int month = 0;
    while (month < 11 && before[month + 1] <= time->tm_yday) month++;
    time->tm_mon = month;
    time->tm_mday = time->tm_yday - before[month] + 1;
}
}

// What can be computed from the fields that were read.
void __time_get_state::_M_finalize_state(tm *time) {
    if (_M_have_I && _M_is_pm) time->tm_hour += 12;
    if (_M_have_century) time->tm_year = (_M_want_century ? time->tm_year % 100 : 0) + (_M_century - 19) * 100;
    const int year = time->tm_year + 1900;
    const short *before = days_before[is_leap(year)];
    if (_M_want_xday && !_M_have_wday) {
        if (!(_M_have_mon && _M_have_mday) && _M_have_yday) {
            month_from_yday(time);
            _M_have_mon = _M_have_mday = 1;
        }
        int yday = before[time->tm_mon] + time->tm_mday - 1;
        time->tm_wday = (weekday_of_new_year(year) + yday) % 7;
    }
    if (_M_want_xday && !_M_have_yday) time->tm_yday = before[time->tm_mon] + time->tm_mday - 1;
    if ((_M_have_uweek || _M_have_wweek) && _M_have_wday) {
        // Week one starts with the year's first Sunday (%U) or Monday (%W).
        int start = _M_have_uweek ? 0 : 1;
        int first = (7 - (weekday_of_new_year(year) - start + 7) % 7) % 7;
        time->tm_yday = first + (static_cast<int>(_M_week_no) - 1) * 7 + (time->tm_wday - start + 7) % 7;
        if (!_M_have_mon || !_M_have_mday) month_from_yday(time);
    }
}

template class __timepunct<char>;
template struct __timepunct_cache<char>;
template class time_put<char>;
template class time_put_byname<char>;
template class time_get<char>;
template class time_get_byname<char>;
}

LATE_FACET(std::__timepunct<char>, "ISt11__timepunctIcEE")
LATE_FACET(std::time_put<char>, "ISt8time_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEEE")
LATE_FACET(std::time_get<char>, "INSt7__cxx118time_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEEEE")
