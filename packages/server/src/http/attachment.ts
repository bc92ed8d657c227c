/** Files that are handed over and never shown: whatever they hold, no browser runs it. */

import type { FastifyReply } from 'fastify'

/** Sends bytes as a file to be saved under that name. */
export const sendAttachment = (reply: FastifyReply, fileName: string, bytes: Uint8Array): FastifyReply =>
  asAttachment(reply, fileName).type('application/octet-stream').send(bytes)

/** What follows is a file to be saved under that name. */
export function asAttachment(reply: FastifyReply, fileName: string): FastifyReply {
  // As recorded where the name is plain; others are named as RFC 6266 has it.
  const isPlain = /^[\w.-]+$/.test(fileName)
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return reply
    .header(
      'content-disposition',
      isPlain ? `attachment;filename=${fileName}` : `attachment;filename*=UTF-8''${encoded}`,
    )
    .header('x-filename', isPlain ? fileName : encoded)
    .header('content-security-policy', "default-src 'none'; sandbox")
}
