import { Controller, Get, Module, Param, Query, Res } from '@nestjs/common';
import { z } from 'zod';
import { consentFormats, ConsentForms } from '#infra/consent/consent-forms';
import { notFound } from '#infra/event-store/actor';

const Page = z.object({
  pageId: z.coerce.number<string>().int().min(1).default(1),
  extension: z.enum(['jpg', 'png', 'txt']).default('jpg'),
});

/** Forms that people agree to, for everybody to read before they have an account. */
@Controller('api/files/consent')
export class ConsentController {
  constructor(private readonly forms: ConsentForms) {}

  @Get(':name')
  async page(
    @Param('name') name: string,
    @Query({ schema: Page }) { pageId, extension }: z.infer<typeof Page>,
    @Res({ passthrough: true }) reply: { header(name: string, value: string): void },
  ): Promise<Buffer> {
    const page = await this.forms.page(name, pageId, extension);
    if (!page) throw notFound();
    reply.header('Content-Type', consentFormats[extension]);
    return page;
  }
}

@Module({ controllers: [ConsentController] })
export class ConsentModule {}
