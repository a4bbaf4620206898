import fc from 'fast-check'

const { FUZZ_SEED } = process.env

// As the fuzzed requests: a run with the same seed draws the same.
if (FUZZ_SEED) fc.configureGlobal({ seed: Number(FUZZ_SEED) })

export default fc
