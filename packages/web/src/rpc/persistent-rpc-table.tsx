/** Table of a device's persistent RPC calls. */

import type { RpcCalls } from '@sonde/client/rpc/rpc-calls'
import { type Rpc, type RpcStatus, rpcStatuses } from '@sonde/model/rpc/rpc'
import { RefreshCcw, Send, Trash2 } from 'lucide-react'
import type { TabTableDescription } from '../entity-pages/tab-table/use-tab-table.ts'
import type { BulkAction, CellContext, EntityAction } from '../ui/entity-table/entity-description.ts'
import { isOpenCall, outlookOf, responseText, storedStatusOf } from './persistent-rpc-states.ts'

/** Query key of a device's persistent calls. */
export const callsKey = (deviceId: string) => ['persistentCalls', deviceId]

export const statusParam = 'status'
/** Polling interval, ms: changes of open calls aren't pushed. */
const refreshMs = 3_000

/** Statuses that a stored call can have. */
export const storedStatuses = rpcStatuses.filter((status) => status !== 'DELETED')
export const statusOf = (text: string | undefined): RpcStatus | undefined =>
  storedStatuses.find((status) => status === text)

interface CallTableDeps {
  readonly rpc: RpcCalls
  readonly deviceId: string
  readonly retry: (call: Rpc) => void
  readonly askDelete: (call: Rpc) => void
  readonly bulkActions: readonly BulkAction<Rpc>[]
  readonly mayDelete: boolean
}

export function CallState({ call, context: { t } }: { readonly call: Rpc; readonly context: Pick<CellContext, 't'> }) {
  return (
    <span className="sd-rpc-state" data-outlook={outlookOf(call)}>
      <i aria-hidden />
      {t(`rpcCalls.status_${storedStatusOf(call)}`)}
    </span>
  )
}

export function callTable(deps: CallTableDeps): TabTableDescription<Rpc> {
  const { rpc, deviceId, retry, askDelete, bulkActions, mayDelete } = deps
  const methodOf = ({ request }: Rpc) => request.body.method
  const paramsOf = ({ request }: Rpc) => request.body.params
  const created = ({ createdTime }: Rpc, { format }: CellContext) => (
    <span className="sd-num">{format.dateTime(createdTime)}</span>
  )
  const deletion: EntityAction<Rpc> = {
    id: 'delete',
    label: 'rpcCalls.delete',
    icon: <Trash2 size={16} strokeWidth={2} aria-hidden />,
    isDanger: true,
    startsGroup: true,
    run: askDelete,
  }
  return {
    name: 'persistentCalls',
    prefix: 'calls.',
    queryKey: callsKey(deviceId),
    title: 'rpcCalls.title',
    icon: <Send size={24} strokeWidth={1.75} />,
    idOf: ({ id }) => id.id,
    nameOf: methodOf,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    filterParams: [statusParam],
    load: (link, { [statusParam]: status }, signal) =>
      rpc.listOf(deviceId, link, { rpcStatus: statusOf(status) }, { signal, ignoreErrors: true, ignoreLoading: true }),
    refreshMs: (calls) => (calls.some(isOpenCall) ? refreshMs : null),
    columns: [
      {
        id: 'method',
        title: 'devices.rpcMethod',
        priority: 1,
        minWidth: 120,
        cell: (call) => <span className="sd-mono">{methodOf(call)}</span>,
        text: methodOf,
      },
      {
        id: 'status',
        title: 'rpcCalls.status',
        priority: 2,
        minWidth: 120,
        sortProperty: 'status',
        underName: (call, context) => <CallState call={call} context={context} />,
        cell: (call, context) => <CallState call={call} context={context} />,
        text: (call, { t }) => t(`rpcCalls.status_${storedStatusOf(call)}`),
      },
      {
        id: 'createdTime',
        title: 'rpcCalls.created',
        priority: 3,
        minWidth: 150,
        sortProperty: 'createdTime',
        underName: created,
        cell: created,
      },
      {
        id: 'params',
        title: 'devices.rpcParams',
        priority: 4,
        minWidth: 120,
        cell: (call) => <span className="sd-mono">{paramsOf(call)}</span>,
        text: paramsOf,
      },
      {
        id: 'response',
        title: 'rpcCalls.response',
        priority: 5,
        minWidth: 120,
        cell: (call) => <span className="sd-mono">{responseText(call)}</span>,
        text: responseText,
      },
      {
        id: 'expirationTime',
        title: 'rpcCalls.expires',
        priority: 6,
        minWidth: 150,
        sortProperty: 'expirationTime',
        cell: ({ expirationTime }, { format }) => <span className="sd-num">{format.dateTime(expirationTime)}</span>,
      },
      {
        id: 'retries',
        title: 'devices.rpcRetries',
        priority: 7,
        minWidth: 80,
        cell: ({ request }) => <span className="sd-num">{request.retries ?? ''}</span>,
      },
    ],
    rowActions: [
      {
        id: 'retry',
        label: 'rpcCalls.retry',
        icon: <RefreshCcw size={16} strokeWidth={2} aria-hidden />,
        run: retry,
      },
      ...(mayDelete ? [deletion] : []),
    ],
    bulkActions,
    phone: {
      mark: (call) => (
        <span className="sd-rpc-state" data-outlook={outlookOf(call)}>
          <i aria-hidden />
        </span>
      ),
      line: (call, { t, format }) =>
        [t(`rpcCalls.status_${storedStatusOf(call)}`), format.dateTime(call.createdTime)].join(', '),
    },
    texts: {
      search: 'rpcCalls.search',
      emptyTitle: 'rpcCalls.emptyTitle',
      emptyText: 'rpcCalls.emptyText',
      noMatch: 'rpcCalls.noMatch',
      noFilterMatch: 'rpcCalls.noFilterMatch',
      failed: 'rpcCalls.listFailed',
    },
  }
}
