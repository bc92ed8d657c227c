/** Queries and calls of the dead letters page. */

import { createDeadLetterCalls, type DeadLetterCalls } from '@sonde/client/dead-letters/dead-letter-calls'
import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import { messageTypeLabel } from '@sonde/model/rule-chains/message-types'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEntity } from '../../entities/entity-queries.ts'
import { useClient } from '../../session/use-session.tsx'

/** First part of the query cache keys. */
export const deadLetterRoom = 'deadLetters'

export function useDeadLetterCalls(): DeadLetterCalls {
  const { rest } = useClient()
  return useMemo(() => createDeadLetterCalls(rest), [rest])
}

/** Query of a dead letter including its message, which lists don't contain. */
export function useDeadLetter(deadLetterId: string) {
  const deadLetters = useDeadLetterCalls()
  return useEntity({
    room: deadLetterRoom,
    id: deadLetterId,
    load: (id, signal) => deadLetters.get(id, { signal, ignoreErrors: true }),
  })
}

/** Number of all dead letters, regardless of the list's filter; 0 while loading. */
export function useDeadLetterCount(): number {
  const deadLetters = useDeadLetterCalls()
  const { data = 0 } = useQuery({
    queryKey: [deadLetterRoom, 'count'],
    queryFn: async ({ signal }) =>
      (await deadLetters.list({ page: 0, pageSize: 1 }, { signal, ignoreErrors: true })).totalElements,
  })
  return data
}

/** Name of the originator; its ID if it was deleted. */
export const originatorText = ({ originator, originatorName }: DeadLetter): string => originatorName ?? originator.id

/** Name of a dead letter in labels and titles. */
export const deadLetterName = (letter: DeadLetter): string =>
  `${originatorText(letter)}, ${messageTypeLabel(letter.messageType)}`
