/**
 * Restores deleted entities: the server keeps those of some types in the trash for some days. Lists ask whether it does
 * before they delete without a question.
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

/** Restored entity, for the toast. */
export interface Undone {
  readonly id: string
  readonly name: string
}

export interface Undo {
  /** Days in which deleted entities can be restored; 0: this user cannot restore any. */
  days(): Promise<number>
  /** Restores them with a toast; a refusal is shown, with a link to the trash. */
  restore(entities: readonly Undone[], onProgress?: (progress: { done: number; total: number }) => void): Promise<void>
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

    const restore: Undo['restore'] = async (entities, onProgress = () => {}) => {
      const back: Undone[] = []
      let rejection: string | null = null
      // The last that was deleted first: it may need the others, never the other way round.
      for (const [done, entity] of [...entities].reverse().entries()) {
        onProgress({ done, total: entities.length })
        try {
          await trash.restore(entity.id, {}, { ignoreErrors: true })
          back.push(entity)
        } catch (error) {
          rejection = failureText(error)
        }
      }
      const [first] = back
      if (first) {
        toasts.show({ kind: 'success', text: t('trash.restored', { count: back.length, name: first.name }) })
      }
      if (rejection !== null) {
        toasts.show({
          kind: 'error',
          text: rejection,
          action: { label: t('trash.open'), onSelect: () => void navigate({ to: '/trash' }) },
        })
      }
      await queries.invalidateQueries()
    }

    return { days, restore }
  }, [rest, isAdministrator, queries, toasts, navigate, t])
}
