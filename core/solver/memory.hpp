// Aligned memory: one large block, and a stack of scratch vectors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace runout {

// Gives memory back the way it was taken.
struct Free {
    std::size_t mapped = 0;  // bytes, if it came from the system directly
    void operator()(void* memory) const {
#if defined(__linux__)
        if (mapped > 0) {
            munmap(memory, mapped);
            return;
        }
#endif
        std::free(memory);
    }
};

// Zeroed memory for `count` numbers. Large blocks come straight from the system, zeroed when they are
// first touched, in huge pages where it has them.
template <class T>
std::unique_ptr<T[], Free> zeroed(std::size_t count) {
    const std::size_t bytes = (count * sizeof(T) + 63) / 64 * 64 + 64;
#if defined(__linux__)
    if (bytes >= (4u << 20)) {
        void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        madvise(memory, bytes, MADV_HUGEPAGE);
        return std::unique_ptr<T[], Free>(static_cast<T*>(memory), Free{bytes});
    }
#endif
    void* memory = std::aligned_alloc(64, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    std::memset(memory, 0, bytes);
    return std::unique_ptr<T[], Free>(static_cast<T*>(memory));
}

// Memory that several may hold.
template <class T>
std::shared_ptr<T[]> shared_zeroed(std::size_t count) {
    return zeroed<T>(count);
}

// A copy, unless nobody else holds it.
template <class T>
void make_own(std::shared_ptr<T[]>& numbers, std::size_t count) {
    if (numbers.use_count() == 1) return;
    auto copy = shared_zeroed<T>(count);
    std::copy_n(numbers.get(), count, copy.get());
    numbers = std::move(copy);
}

// Scratch vectors that are given back all at once, last taken first.
class Arena {
public:
    float* take(std::size_t count) {
        count = (count + 15) / 16 * 16;
        while (block_ < blocks_.size() && used_ + count > blocks_[block_].size) {
            ++block_;
            used_ = 0;
        }
        if (block_ == blocks_.size()) {
            const std::size_t size = std::max(count, kBlock);
            blocks_.push_back({zeroed<float>(size), size});
        }
        float* taken = blocks_[block_].memory.get() + used_;
        used_ += count;
        return taken;
    }

    // Gives back, when it ends, what was taken since it began.
    class Scope {
    public:
        explicit Scope(Arena& arena) : arena_(arena), block_(arena.block_), used_(arena.used_) {}
        ~Scope() {
            arena_.block_ = block_;
            arena_.used_ = used_;
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Arena& arena_;
        std::size_t block_, used_;
    };

private:
    static constexpr std::size_t kBlock = 1 << 18;
    struct Block {
        std::unique_ptr<float[], Free> memory;
        std::size_t size;
    };
    std::vector<Block> blocks_;
    std::size_t block_ = 0, used_ = 0;
};

}  // namespace runout
