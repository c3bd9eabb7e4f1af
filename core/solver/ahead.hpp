// Numbers that are asked for before they are needed.
//
// A pass over a subtree waits for memory where it reads and writes, and not at all in the showdowns between.
// So the cache lines of what comes next are asked for there, a few at a time: a core can wait for a dozen.
#pragma once

#include <cstddef>
#include <vector>

namespace runout {

class Ahead {
public:
    // Forgets what has not been asked for.
    void clear() {
        ranges_.clear();
        at_ = lines_ = each_ = 0;
    }

    void add(const void* from, std::size_t bytes) {
        if (bytes == 0) return;
        const char* first = static_cast<const char*>(from);
        ranges_.push_back({first, first + bytes});
        lines_ += (bytes + kLine - 1) / kLine;
    }

    // Shares out among so many calls of `ask` what has been added.
    void share_out(std::size_t calls) { each_ = calls > 0 ? (lines_ + calls - 1) / calls : 0; }

    void ask() {
        for (std::size_t i = 0; i < each_ && at_ < ranges_.size(); ++i) {
            Range& range = ranges_[at_];
            __builtin_prefetch(range.next, 0, 2);  // to be kept in the second cache, where all of it has room
            range.next += kLine;
            if (range.next >= range.end) ++at_;
        }
    }

private:
    static constexpr std::size_t kLine = 64;
    struct Range {
        const char *next, *end;
    };
    std::vector<Range> ranges_;
    std::size_t at_ = 0, lines_ = 0, each_ = 0;
};

}  // namespace runout
