/** Table of devices: columns and filters for the entity page. */

import { createEdgeContentCalls } from '@sonde/client/assignables/assignable-calls'
import type { Device, DeviceInfo } from '@sonde/model/devices/device'
import type { EntityCountQuery } from '@sonde/model/entity-query/entity-query'
import type { PageData, PageLink } from '@sonde/model/paging'
import { Cpu } from 'lucide-react'
import { typeFilter } from '../../assignment/assignable-table.tsx'
import { ownerOfList, type ScopedList } from '../../assignment/list-scope.ts'
import type { Client } from '../../session/page-client.ts'
import { deleteMany } from '../../ui/entity-table/delete-many.tsx'
import type {
  BulkAction,
  CellContext,
  EntityAction,
  EntityTableDescription,
} from '../../ui/entity-table/entity-description.ts'
import { createdColumn } from '../../ui/entity-table/standard-columns.tsx'
import { ActivityState } from '../../ui/states/states.tsx'
import { profileFilter } from './device-calls.ts'
import { infoOf } from './device-input.ts'

export type DeviceTable = EntityTableDescription<DeviceInfo>

const activeOf = (device: DeviceInfo, { live }: CellContext): boolean =>
  live.active && live.active.ts > 0 ? live.active.value === 'true' : device.active

/** Epoch ms of the last message or connection; undefined when there was none. */
function lastActivityOf({ live }: CellContext): number | undefined {
  const ms = Number(live.lastActivityTime?.value)
  return ms > 0 ? ms : undefined
}

function lastActivityText(context: CellContext): string {
  const ms = lastActivityOf(context)
  return ms === undefined ? context.t('ui.none') : context.format.when(ms, context.nowMs)
}

const activeDevices: EntityCountQuery = {
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  keyFilters: [
    {
      key: { type: 'SERVER_ATTRIBUTE', key: 'active' },
      valueType: 'BOOLEAN',
      predicate: { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: true } },
    },
  ],
}

export interface DeviceTableParts {
  readonly client: Client
  readonly list: ScopedList
  readonly quickAction: EntityAction<DeviceInfo>
  readonly actions: readonly EntityAction<DeviceInfo>[]
  readonly bulkActions: readonly BulkAction<DeviceInfo>[]
}

/** A page of an edge's devices; such lists know neither customers nor activity, and narrow by profile name alone. */
async function devicesOfEdge(
  client: Client,
  edgeId: string,
  link: PageLink,
  type: string | undefined,
  signal: AbortSignal,
): Promise<PageData<DeviceInfo>> {
  const edgeContent = createEdgeContentCalls<Device>(client.rest, 'device')
  const page = await edgeContent.listOfEdge(edgeId, link, { type }, { signal, ignoreErrors: true })
  return {
    ...page,
    data: page.data.map((device) => ({
      ...device,
      customerTitle: null,
      customerIsPublic: false,
      deviceProfileName: device.type,
      active: false,
    })),
  }
}

export function deviceTable({ client, list, quickAction, actions, bulkActions }: DeviceTableParts): DeviceTable {
  const { customerId, edgeId, isTenant, canEdit } = list
  return {
    name: 'devices',
    entityType: 'DEVICE',
    title: 'devices.title',
    icon: <Cpu size={24} strokeWidth={1.75} />,
    idOf: (device) => device.id.id,
    nameOf: (device) => device.name,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    owner: ownerOfList(list.scope),
    load: (link, { active, deviceProfileId, type }, signal) =>
      edgeId !== undefined
        ? devicesOfEdge(client, edgeId, link, type, signal)
        : client.devices.list(
            link,
            { customerId, deviceProfileId, active: active === undefined ? undefined : active === 'true' },
            { signal, ignoreErrors: true },
          ),
    segments:
      edgeId !== undefined
        ? undefined
        : {
            param: 'active',
            label: 'devices.state',
            options: [
              { value: '', label: 'devices.all' },
              { value: 'true', label: 'ui.active' },
              { value: 'false', label: 'ui.inactive' },
            ],
            watch: activeDevices,
          },
    filterChips:
      edgeId !== undefined
        ? [typeFilter('devices.profile', () => client.devices.types({ ignoreErrors: true, ignoreLoading: true }))]
        : [profileFilter(client)],
    liveAttributes: ['active', 'lastActivityTime'],
    columns: [
      { id: 'name', title: 'devices.name', priority: 1, minWidth: 200, sortProperty: 'name', cell: ({ name }) => name },
      {
        id: 'profile',
        title: 'devices.profile',
        priority: 3,
        minWidth: 130,
        sortProperty: edgeId === undefined ? 'deviceProfileName' : 'type',
        underName: ({ deviceProfileName }) => deviceProfileName,
        cell: ({ deviceProfileName }) => deviceProfileName,
      },
      {
        id: 'state',
        title: 'devices.state',
        priority: 2,
        minWidth: 100,
        cell: (device, context) => <ActivityState isActive={activeOf(device, context)} />,
        text: (device, context) => context.t(activeOf(device, context) ? 'ui.active' : 'ui.inactive'),
      },
      {
        id: 'lastActivity',
        title: 'devices.lastActivity',
        priority: 4,
        minWidth: 120,
        underName: (_, context) => (lastActivityOf(context) === undefined ? null : lastActivityText(context)),
        cell: (_, context) => {
          const ms = lastActivityOf(context)
          return (
            <span className="sd-num" title={ms === undefined ? undefined : context.format.dateTime(ms)}>
              {lastActivityText(context)}
            </span>
          )
        },
      },
      {
        id: 'label',
        title: 'devices.label',
        priority: 6,
        minWidth: 130,
        sortProperty: 'label',
        cell: ({ label }, { t }) => label || t('ui.none'),
      },
      ...(isTenant
        ? [
            {
              id: 'customer',
              title: 'devices.customer',
              priority: 5,
              minWidth: 130,
              sortProperty: 'customerTitle',
              cell: ({ customerTitle, customerIsPublic }: DeviceInfo, { t }: CellContext) =>
                customerIsPublic ? t('devices.public') : customerTitle || t('ui.none'),
            } as const,
          ]
        : []),
      createdColumn<DeviceInfo>(7),
      {
        id: 'gateway',
        title: 'devices.isGateway',
        priority: 8,
        minWidth: 100,
        isExtra: true,
        cell: (device, { t }) => (infoOf(device).gateway === true ? t('ui.yes') : t('ui.no')),
      },
    ],
    quickAction,
    rowActions: actions,
    bulkActions: [
      ...bulkActions,
      ...(isTenant
        ? [
            deleteMany<DeviceInfo>({
              room: 'devices',
              isUndoable: true,
              run: ({ id }) => client.devices.delete(id.id, { ignoreErrors: true }),
            }),
          ]
        : []),
    ],
    phone: {
      mark: (device, context) => <ActivityState isActive={activeOf(device, context)} hidesText />,
      line: (device, context) =>
        [
          activeOf(device, context) ? null : context.t('ui.inactive'),
          device.deviceProfileName,
          lastActivityOf(context) === undefined ? null : lastActivityText(context),
        ]
          .filter(Boolean)
          .join(', '),
      end: ({ label }) => label,
    },
    texts: {
      search: 'devices.search',
      emptyTitle: 'devices.emptyTitle',
      emptyText: isTenant ? 'devices.emptyText' : canEdit ? 'devices.emptyTextScoped' : 'devices.emptyTextCustomer',
      noMatch: 'devices.noMatch',
      noFilterMatch: 'devices.noFilterMatch',
      failed: 'devices.listFailed',
    },
  }
}
