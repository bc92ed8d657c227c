/**
 * Dead letters: messages that were accepted and could not be processed. Tenant administrators have those of their
 * tenant, system administrators all. Sonde's own.
 */

import type { DeadLetter, DeadLetterCount, DeadLetterMessage } from '@sonde/model/dead-letters/dead-letter'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

const root = '/api/v2/deadLetters'

export type DeadLetterCalls = ReturnType<typeof createDeadLetterCalls>

export function createDeadLetterCalls(rest: Rest) {
  return {
    /** Sorted by `createdTime`, `messageType`, `reason` or `size`; the search looks at type and reason. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<DeadLetter>>('GET', root, { ...options, query: pageQuery(link) }),

    /** With the message itself. */
    get: (deadLetterId: string, options: CallOptions = {}) =>
      rest.request<DeadLetterMessage>('GET', `${root}/${deadLetterId}`, options),

    /** Sends the message to its rule chain again. Throws `ApiError` 404 when it was replayed or deleted before. */
    replay: (deadLetterId: string, options: CallOptions = {}) =>
      rest.request<void>('POST', `${root}/${deadLetterId}/replay`, options),

    /** Answers how many there were. */
    replayAll: (options: CallOptions = {}) => rest.request<DeadLetterCount>('POST', `${root}/replay`, options),

    /** Deletes the message for good. Throws `ApiError` 404 when it was replayed or deleted before. */
    delete: (deadLetterId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root}/${deadLetterId}`, options),

    /** Answers how many there were. */
    deleteAll: (options: CallOptions = {}) => rest.request<DeadLetterCount>('DELETE', root, options),
  }
}
