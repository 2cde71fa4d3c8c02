import { report } from '../records/reports/reports.decider.ts';
import { OcrInstances } from '#projections/reports/reports.queries';
import { Notices } from '#projections/notices/notices';
import { OcrConsumer } from '../ocr/ocr.consumer.ts';
import { ReadingPool } from '../ocr/reading-pool.ts';
import { ReactionRunner } from '../reactions/reaction-runner.ts';
import { reactions } from '../reactions/reactions.ts';
import { ReadModelDirectories } from './directories.ts';
import type { Kernel } from './kernel.ts';
