/** Queries and calls of the dead letters page. */

import { createDeadLetterCalls, type DeadLetterCalls } from '@sonde/client/dead-letters/dead-letter-calls'
import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEntity } from '../../entities/entity-queries.ts'
import { useClient } from '../../session/use-session.tsx'

/** First part of the query keys. */
export const deadLetterRoom = 'deadLetters'

export function useDeadLetterCalls(): DeadLetterCalls {
  const { rest } = useClient()
  return useMemo(() => createDeadLetterCalls(rest), [rest])
}

/** With the message itself, which a list does not have. */
export function useDeadLetter(deadLetterId: string) {
  const deadLetters = useDeadLetterCalls()
  return useEntity({
    room: deadLetterRoom,
    id: deadLetterId,
    load: (id, signal) => deadLetters.get(id, { signal, ignoreErrors: true }),
  })
}

/** Number of all dead letters, whatever the list is searched for; 0 until it is known. */
export function useDeadLetterCount(): number {
  const deadLetters = useDeadLetterCalls()
  const { data = 0 } = useQuery({
    queryKey: [deadLetterRoom, 'count'],
    queryFn: async ({ signal }) =>
      (await deadLetters.list({ page: 0, pageSize: 1 }, { signal, ignoreErrors: true })).totalElements,
  })
  return data
}

/** Deleted originators have no name. */
export const originatorText = ({ originator, originatorName }: DeadLetter): string => originatorName ?? originator.id

/** A letter in labels and titles. */
export const deadLetterName = (letter: DeadLetter): string => `${originatorText(letter)}, ${letter.messageType}`
