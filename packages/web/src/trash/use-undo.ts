/**
 * The way back from a deletion: the platform keeps deleted things of some kinds in the trash for some days. Whether it
 * does is asked before something is deleted without a question.
 */

import { createTrashCalls } from '@sonde/client/trash/trash-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import { failureText } from '../ui/states/failure-text.ts'
import { useToasts } from '../ui/toast/toast-stack.tsx'

/** Of the query cache. */
export const trashRoom = 'trash'

/** What came back, to be told. */
export interface Undone {
  readonly id: string
  readonly name: string
}

export interface Undo {
  /** Days that deleted things can be brought back; 0: this user cannot bring anything back. */
  days(): Promise<number>
  /** Brings them back and says so; what is refused is told, with the way to the trash. */
  restore(things: readonly Undone[]): Promise<void>
}

export function useUndo(): Undo {
  const t = useText()
  const { rest } = useClient()
  const authority = useAccount()?.auth.authority
  const isAdministrator = authority === 'TENANT_ADMIN' || authority === 'SYS_ADMIN'
  const queries = useQueryClient()
  const toasts = useToasts()
  const navigate = useNavigate()

  return useMemo(() => {
    const trash = createTrashCalls(rest)

    async function days(): Promise<number> {
      if (!isAdministrator) return 0
      try {
        const settings = await queries.ensureQueryData({
          queryKey: [trashRoom, 'settings'],
          queryFn: () => trash.settings({ ignoreErrors: true, ignoreLoading: true }),
          staleTime: Number.POSITIVE_INFINITY,
        })
        return settings.days
      } catch {
        // Not known: then it is asked for as if there were no way back.
        return 0
      }
    }

    async function restore(things: readonly Undone[]): Promise<void> {
      const back: Undone[] = []
      let refusal: string | null = null
      // The last that was deleted first: it may need the others, never the other way round.
      for (const thing of [...things].reverse()) {
        try {
          await trash.restore(thing.id, {}, { ignoreErrors: true })
          back.push(thing)
        } catch (error) {
          refusal = failureText(error)
        }
      }
      const [first] = back
      if (first) {
        toasts.show({ kind: 'success', text: t('trash.restored', { count: back.length, name: first.name }) })
      }
      if (refusal !== null) {
        toasts.show({
          kind: 'error',
          text: refusal,
          action: { label: t('trash.open'), onSelect: () => void navigate({ to: '/trash' }) },
        })
      }
      await queries.invalidateQueries()
    }

    return { days, restore }
  }, [rest, isAdministrator, queries, toasts, navigate, t])
}
