import fc from 'fast-check'

const { FUZZ_SEED } = process.env

// Like the fuzzed requests: the same seed draws the same values.
if (FUZZ_SEED) fc.configureGlobal({ seed: Number(FUZZ_SEED) })

export default fc
