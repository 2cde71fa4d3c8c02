/** Partition keys are spread over so many buckets. */
export const BUCKETS = 256;

/** Buckets are owned in so many ranges of equal length, never split or merged. */
export const RANGES = 16;

/** The bucket of a partition key, 0 to 255, the same on every machine and for ever: FNV-1a over its UTF-8 bytes, folded to one byte. */
export const bucketOf = (partition: string): number => {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(partition, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return (hash ^ (hash >>> 8) ^ (hash >>> 16) ^ (hash >>> 24)) & (BUCKETS - 1);
};

/** The range of a partition key, 0 to 15. */
export const rangeOfKey = (partition: string): number => Math.floor(bucketOf(partition) / (BUCKETS / RANGES));
