/**
 * Dead letters: accepted messages that could not be processed. Tenant administrators access those of their tenant,
 * system administrators all. Sonde API.
 */

import type { DeadLetter, DeadLetterCount, DeadLetterMessage } from '@sonde/model/dead-letters/dead-letter'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

const root = '/api/v2/deadLetters'

export type DeadLetterCalls = ReturnType<typeof createDeadLetterCalls>

export function createDeadLetterCalls(rest: Rest) {
  return {
    /** Sortable by `createdTime`, `messageType`, `reason` or `size`; the text search covers type and reason. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<DeadLetter>>('GET', root, { ...options, query: pageQuery(link) }),

    /** Dead letter with the message itself. */
    get: (deadLetterId: string, options: CallOptions = {}) =>
      rest.request<DeadLetterMessage>('GET', `${root}/${deadLetterId}`, options),

    /** Sends the message to its rule chain again. Throws `ApiError` 404 if it was already replayed or deleted. */
    replay: (deadLetterId: string, options: CallOptions = {}) =>
      rest.request<void>('POST', `${root}/${deadLetterId}/replay`, options),

    /** Returns the number of replayed messages. */
    replayAll: (options: CallOptions = {}) => rest.request<DeadLetterCount>('POST', `${root}/replay`, options),

    /** Deletes the message permanently. Throws `ApiError` 404 if it was already replayed or deleted. */
    delete: (deadLetterId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root}/${deadLetterId}`, options),

    /** Returns the number of deleted messages. */
    deleteAll: (options: CallOptions = {}) => rest.request<DeadLetterCount>('DELETE', root, options),
  }
}
