// To be included after the kernels, in their namespace: runs those of a launch.
#define RUNOUT_EMULATED_KERNELS(X) \
    X(enter) X(split) X(river_update) X(river_read) X(large_river_update) X(large_river_read) X(gather) X(ascend)

inline bool run_kernels(const ::runout::EmulatedLaunch& launch) {
    using Kernel = void (*)(const Block&, const void*);
    Kernel kernel = nullptr;
#define RUNOUT_FIND(name) \
    if (launch.kernel == #name && launch.argument_bytes == name##_bytes) kernel = &name;
    RUNOUT_EMULATED_KERNELS(RUNOUT_FIND)
#undef RUNOUT_FIND
    if (kernel == nullptr) return false;
    std::optional<::runout::FlushTiny> flush;  // as the GPU does, and the engine of the cores
    if (!launch.keeps_tiny) flush.emplace();
    // Of its very own size: the sanitiser sees a step beyond it.
    const std::size_t size = std::max<std::size_t>(16, (launch.shared + 15) / 16 * 16);
    for (int number = 0; number < launch.blocks; ++number) {
        const std::unique_ptr<char[], void (*)(void*)> shared(static_cast<char*>(std::aligned_alloc(16, size)),
                                                              &std::free);
        std::memset(shared.get(), 0xff, launch.shared);
        kernel({number, launch.blocks, kThreads, shared.get(), launch.backwards}, launch.arguments);
    }
    return true;
}
