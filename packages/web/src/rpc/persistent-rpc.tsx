/** Persistent RPC calls of a device: live state, retry, delete. */

import { createRpcCalls } from '@sonde/client/rpc/rpc-calls'
import type { Rpc, RpcRequest } from '@sonde/model/rpc/rpc'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { TabTable } from '../entity-pages/tab-table/tab-table.tsx'
import { useTabTable } from '../entity-pages/tab-table/use-tab-table.ts'
import { useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import { Button } from '../ui/button/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { deleteMany } from '../ui/entity-table/delete-many.tsx'
import type { EntityFilterChip } from '../ui/entity-table/entity-description.ts'
import { FilterChip } from '../ui/entity-table/filter-chip.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { PersistentCallDialog } from './persistent-rpc-dialog.tsx'
import { isWaitingCall, restoredCall, retriedCall } from './persistent-rpc-states.ts'
import { callsKey, callTable, statusParam, storedStatuses } from './persistent-rpc-table.tsx'

interface PersistentCallsProps {
  readonly deviceId: string
  /** Control that switches the parts of the tab. */
  readonly choice: ReactNode
  readonly onSend: () => void
}

/** Actions on one call; errors are shown as toasts. */
function useCallActions(deviceId: string) {
  const t = useText()
  const toasts = useToasts()
  const queries = useQueryClient()
  const { rest, session } = useClient()
  return useMemo(() => {
    const rpc = createRpcCalls(rest)
    const refresh = () => queries.invalidateQueries({ queryKey: callsKey(deviceId) })

    /** Returns false if the request failed. */
    async function send({ request: { oneway } }: Rpc, request: RpcRequest): Promise<boolean> {
      try {
        await (oneway ? rpc.oneway(deviceId, request) : rpc.twoway(deviceId, request))
        return true
      } catch {
        return false
      } finally {
        await refresh()
      }
    }

    return {
      rpc,
      async retry(call: Rpc) {
        const { method } = call.request.body
        if (await send(call, retriedCall(call, Math.round(session.serverNowMs())))) {
          toasts.show({ kind: 'success', text: t('rpcCalls.retried', { method }) })
        }
      },
      async remove(call: Rpc) {
        const { method } = call.request.body
        const undo = { label: t('ui.undo'), onSelect: () => void send(call, restoredCall(call)) }
        try {
          await rpc.delete(call.id.id)
          const text = t('rpcCalls.deleted', { method })
          toasts.show({ kind: 'success', text, ...(isWaitingCall(call) && { action: undo }) })
        } catch {
          // The failed request has already shown its error in a toast.
        }
        await refresh()
      },
    }
  }, [rest, session, queries, toasts, t, deviceId])
}

export function PersistentCalls({ deviceId, choice, onSend }: PersistentCallsProps) {
  const t = useText()
  const mayDelete = useAccount()?.auth.authority === 'TENANT_ADMIN'
  const [doomed, setDoomed] = useState<Rpc | null>(null)
  const { rpc, retry, remove } = useCallActions(deviceId)
  const description = useMemo(
    () =>
      callTable({
        rpc,
        deviceId,
        mayDelete,
        retry: (call) => void retry(call),
        // Deleting a waiting call can be undone, so it needs no confirmation.
        askDelete: (call) => (isWaitingCall(call) ? void remove(call) : setDoomed(call)),
        bulkActions: mayDelete
          ? [deleteMany<Rpc>({ room: 'rpcCalls', run: ({ id }, how) => rpc.delete(id.id, how) })]
          : [],
      }),
    [rpc, deviceId, mayDelete, retry, remove],
  )
  const table = useTabTable<Rpc>(description)

  const sendButton = (
    <Button size="sm" icon={<Send size={16} strokeWidth={2} aria-hidden />} onClick={onSend}>
      {t('devices.rpcSend')}
    </Button>
  )
  const options = storedStatuses.map((value) => ({ value, label: t(`rpcCalls.status_${value}`) }))
  const statusChip: EntityFilterChip = {
    param: statusParam,
    label: 'rpcCalls.status',
    load: async (text) => options.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase())),
    loadOne: async (value) => ({ value, label: options.find((each) => each.value === value)?.label ?? value }),
  }
  return (
    <>
      <TabTable
        table={table}
        filters={
          <>
            {choice}
            <FilterChip
              tableName={description.name}
              chip={statusChip}
              value={table.filters[statusParam]}
              onChange={(status) => table.setFilters({ [statusParam]: status })}
            />
          </>
        }
        emptyAction={sendButton}
      />
      {table.openRow && !doomed && (
        <PersistentCallDialog
          call={table.openRow}
          onClose={table.close}
          onRetry={(call) => {
            table.close()
            void retry(call)
          }}
        />
      )}
      {doomed && (
        <ConfirmDialog
          title={t('rpcCalls.deleteTitle', { method: doomed.request.body.method })}
          action={t('rpcCalls.delete')}
          isDanger
          onCancel={() => setDoomed(null)}
          onConfirm={async () => {
            await remove(doomed)
            setDoomed(null)
            table.selection.remove([doomed])
          }}
        >
          {t('rpcCalls.deleteText')}
        </ConfirmDialog>
      )}
    </>
  )
}
