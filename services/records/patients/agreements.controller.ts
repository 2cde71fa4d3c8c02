import { createHash } from 'node:crypto';
import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import { fileOfAgreement } from '#contracts/stored-files';
import { messages } from '#contracts/rules/messages';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { Streams } from '#infra/event-store/streams';
import { SealedFiles } from '#infra/files/sealed-files';
import { Pictures } from '#infra/pictures/pictures';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { type FilePart, wholePart } from '#infra/http/uploads';
import { KeyDestroyed } from '#infra/keys/keys';
import { agreementPdf, LARGEST_AGREEMENT, tooLarge, wrongAgreement } from './agreement-file.ts';
import { patient } from './patients.decider.ts';

/** What Fastify's multipart plugin adds to a request. */
interface Multipart {
  isMultipart(): boolean;
  file(options: { limits: { fileSize: number } }): Promise<FilePart | undefined>;
}

const OfPatient = z.object({ patient_id: Id });

/** What the form holds in its field `agreement`. @throws Refusal 422 */
const uploadedIn = async (request: Multipart): Promise<Buffer> => {
  const part = request.isMultipart() ? await request.file({ limits: { fileSize: LARGEST_AGREEMENT } }).catch(broken) : undefined;
  const bytes = part?.fieldname === 'agreement' ? await wholePart(part).catch(broken) : undefined;
  if (!bytes || bytes.length === 0) throw wrongAgreement(messages.required);
  return bytes;
};

/** The parser's other limits are told by a status of their own. */
const broken = (error: unknown): never => {
  if (error instanceof Error && 'statusCode' in error) throw error.statusCode === 413 ? tooLarge() : error;
  throw wrongAgreement('The upload did not arrive whole, please try again');
};

@Controller('api/files/agreement')
export class AgreementsController {
  constructor(
    private readonly files: SealedFiles,
    private readonly pictures: Pictures,
    private readonly streams: Streams,
  ) {}

  /**
   * Stores an agreement of a patient, or of one that is to be added; a command on the patient names it then (ruling 47), or it is swept.
   * Its id follows from what it holds, so that nothing else is ever stored under it.
   */
  @Post(':patient_id')
  @HttpCode(201)
  async upload(
    @Param({ schema: OfPatient }) { patient_id }: z.infer<typeof OfPatient>,
    @Req() request: Multipart,
    @CommandKey() key: string,
  ): Promise<{ id: string }> {
    const bytes = await uploadedIn(request);
    const id = createdId(key, `agreement ${patient_id} ${createHash('sha256').update(bytes).digest('hex')}`);
    try {
      await this.files.put(fileOfAgreement(id), await agreementPdf(bytes, this.pictures), `patient:${patient_id}`);
    } catch (error) {
      throw error instanceof KeyDestroyed ? notFound() : error;
    }
    return { id };
  }

  @Get(':patient_id')
  async download(
    @Param({ schema: OfPatient }) { patient_id }: z.infer<typeof OfPatient>,
    @CurrentActor() actor: UserActor,
    @Res({ passthrough: true }) reply: { header(name: string, value: string): void },
  ): Promise<Buffer> {
    const { state } = await this.streams.load(patient, `patient-${patient_id}`, actor);
    const id = 'content' in state ? state.content.agreement_id : undefined;
    const file = id === undefined ? undefined : await this.files.get(fileOfAgreement(id));
    if (file === undefined || file === 'destroyed') throw notFound();
    reply.header('Content-Type', 'application/pdf');
    reply.header('Content-Disposition', 'attachment; filename="agreement.pdf"');
    return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  }
}
