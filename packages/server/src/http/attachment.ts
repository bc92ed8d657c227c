/** Responses that browsers save as a file and never display or execute. */

import type { FastifyReply } from 'fastify'

/** Sends bytes as a download with this file name. */
export const sendAttachment = (reply: FastifyReply, fileName: string, bytes: Uint8Array): FastifyReply =>
  asAttachment(reply, fileName).type('application/octet-stream').send(bytes)

/** Sets the headers that mark the response body as a download with this file name. */
export function asAttachment(reply: FastifyReply, fileName: string): FastifyReply {
  // Plain names are sent unquoted, for API compatibility; others are encoded as in RFC 6266.
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
