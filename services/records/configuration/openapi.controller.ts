import { createHash } from 'node:crypto';
import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { openApi } from '#infra/http/openapi';
import { handlersOf } from '#infra/http/policy';
import { RuntimeInfo } from '#infra/http/runtime-info';

interface Reply {
  header(name: string, value: string): Reply;
  code(status: number): Reply;
}

/** The description of all calls. It holds no data: whoever wants to write to us reads it without signing in. */
@Controller('api/openapi.json')
export class OpenApiController {
  private made: { text: string; etag: string } | undefined;

  constructor(
    private readonly modules: ModulesContainer,
    private readonly runtime: RuntimeInfo,
  ) {}

  @Get()
  read(@Headers('if-none-match') known: string | undefined, @Res({ passthrough: true }) reply: Reply): string {
    const { text, etag } = (this.made ??= this.make());
    reply.header('content-type', 'application/json; charset=utf-8').header('etag', etag);
    if (known !== etag) return text;
    reply.code(304);
    return '';
  }

  private make() {
    const text = JSON.stringify(openApi(handlersOf(this.modules), this.runtime.version));
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  }
}
