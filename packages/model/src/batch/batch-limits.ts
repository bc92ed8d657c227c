/** Path and limits of batches, without their schemas, which pages don't load. */

/** Maximum calls of a batch. */
export const batchCallsMax = 100
/** Maximum characters of a call's path with its query. */
export const batchPathMax = 4096
/** Maximum bytes of one response in a batch. */
export const batchAnswerBytesMax = 256 * 1024
/** From this total of responses on, bytes, the batch begins no further calls. */
export const batchAnswersBytesMax = 2 * 1024 * 1024

export const batchPath = '/api/v2/batch'

/** Status of calls that a batch doesn't make or answer; send them on their own. No other call has it. */
export const sendAlone = 421

export const batchMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type BatchMethod = (typeof batchMethods)[number]
