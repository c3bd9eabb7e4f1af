// Numbers of about 32 digits, as the sum of two doubles: for sums that cancel nearly altogether.
//
// T. J. Dekker, "A floating-point technique for extending the available precision", 1971. Where the
// compiler fuses a product into the sum that follows, `low` still makes up for the rounding of `high`.
#pragma once

#include <cmath>

#include "level.hpp"

namespace runout::RUNOUT_LEVEL {

struct DoubleDouble {
    double high = 0, low = 0;

    constexpr DoubleDouble() = default;
    constexpr DoubleDouble(double value) : high(value) {}
    constexpr DoubleDouble(double value, double rest) : high(value), low(rest) {}
    explicit operator double() const { return high + low; }

    DoubleDouble operator-() const { return {-high, -low}; }
    DoubleDouble& operator+=(const DoubleDouble& other) { return *this = *this + other; }
    DoubleDouble& operator-=(const DoubleDouble& other) { return *this = *this + -other; }

    friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
        const DoubleDouble highs = sum(a.high, b.high), lows = sum(a.low, b.low);
        const DoubleDouble most = normalised(highs.high, highs.low + lows.high);
        return normalised(most.high, most.low + lows.low);
    }
    friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }
    friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
        const double product = a.high * b.high;
        const double rest = std::fma(a.high, b.high, -product) + (a.high * b.low + a.low * b.high);
        return normalised(product, rest);
    }

private:
    // The rounded sum and what rounding took from it, whichever is larger.
    static DoubleDouble sum(double a, double b) {
        const double rounded = a + b, b_part = rounded - a;
        return {rounded, (a - (rounded - b_part)) + (b - b_part)};
    }
    // The same where |large| >= |small|.
    static DoubleDouble normalised(double large, double small) {
        const double rounded = large + small;
        return {rounded, small - (rounded - large)};
    }
};

}  // namespace runout::RUNOUT_LEVEL
