/**
 * Restores deleted entities: the server keeps some entity types in the trash for some days. Lists check this before
 * they delete without confirmation.
 */

import { createBatchFetch } from '@sonde/client/batch/batch-fetch'
import { createTrashCalls } from '@sonde/client/trash/trash-calls'
import { batchCallsMax } from '@sonde/model/batch/batch-limits'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import { failureText } from '../ui/states/failure-text.ts'
import { useToasts } from '../ui/toast/toast-stack.tsx'

/** Query key prefix. */
export const trashRoom = 'trash'

/** Restored entity, for the toast. */
export interface Undone {
  readonly id: string
  readonly name: string
}

export interface Undo {
  /** Number of days for which deleted entities can be restored; 0: this user can't restore any. */
  days(): Promise<number>
  /** Restores the entities and shows a toast; an error is shown with a link to the trash. */
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
        // Unknown: assumes that the deletion can't be undone, so that it's confirmed.
        return 0
      }
    }

    const restore: Undo['restore'] = async (entities, onProgress = () => {}) => {
      const back: Undone[] = []
      let rejection: string | null = null
      // In reverse order of deletion: a later one may depend on earlier ones, never vice versa.
      const waiting = [...entities].reverse()
      const how = { ignoreErrors: true, fetch: createBatchFetch({ inOrder: true }) }
      for (let done = 0; done < waiting.length; done += batchCallsMax) {
        onProgress({ done, total: waiting.length })
        const restoreOne = (entity: Undone) => trash.restore(entity.id, {}, how)
        const portion = waiting.slice(done, done + batchCallsMax)
        for (const [i, result] of (await Promise.allSettled(portion.map(restoreOne))).entries()) {
          if (result.status === 'rejected') rejection = failureText(result.reason)
          else back.push(portion[i] as Undone)
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
