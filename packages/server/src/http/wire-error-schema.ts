/** The body of every refusal, as a schema for the OpenAPI document. */

import { ErrorCode } from '@sonde/model/errors'
import Type from 'typebox'

export const wireErrorSchema = Type.Object({
  status: Type.Integer({ description: 'The HTTP status' }),
  message: Type.String({ description: 'What is wrong, and what to do' }),
  errorCode: Type.Enum(Object.values(ErrorCode), {
    description: Object.entries(ErrorCode)
      .map(([name, code]) => `${code}: ${name.toLowerCase().replaceAll('_', ' ')}`)
      .join(', '),
  }),
  timestamp: Type.String({ format: 'date-time' }),
})

/** What calls that send a mail and wait for it answer with 500, as on the wire. */
export const mailRejected = {
  description: 'The mail server rejected the email; the message says why',
  schema: wireErrorSchema,
}
