import fc from 'fast-check';

/** Generated input is the same in every run, unless TEST_SEED names another seed: `npm run verify` draws one and prints it. */
const seed = Number(process.env.TEST_SEED ?? 1);
if (!Number.isInteger(seed)) throw new Error(`TEST_SEED is a whole number, not '${process.env.TEST_SEED}'`);
fc.configureGlobal({ seed });

export default fc;
