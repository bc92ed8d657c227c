/** Schema of the body of every error response, for the OpenAPI document. */

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

/** 500 response of calls that send an email and wait for the result, as in the ThingsBoard API. */
export const mailRejected = {
  description: 'The mail server rejected the email; the message says why',
  schema: wireErrorSchema,
}
