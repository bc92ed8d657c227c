/** Table of devices: columns, filters and phone layout, depending on the list's scope. */

import '../../alarms/alarms.css'
import './device-table.css'
import type { AlarmSeverity } from '@sonde/model/alarms/alarm'
import type { DeviceInfo } from '@sonde/model/devices/device'
import { activeDevices } from '@sonde/model/entity-query/active-devices'
import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { type ReactNode, useMemo } from 'react'
import { typeFilter } from '../../assignment/assignable-table.tsx'
import { ownerOfList, type ScopedList } from '../../assignment/list-scope.ts'
import type { RoomTable } from '../../entity-room/room.ts'
import { createKeyValues, type KeyValues } from '../../key-descriptions/key-values.ts'
import { useKeyDescriptions } from '../../key-descriptions/use-key-descriptions.ts'
import type { Client } from '../../session/page-client.ts'
import { useClient } from '../../session/use-session.tsx'
import type { CellContext } from '../../ui/entity-table/entity-description.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../../ui/entity-table/standard-columns.tsx'
import { SeverityGlyph } from '../../ui/severity/severity-glyph.tsx'
import { ActivityState } from '../../ui/states/states.tsx'
import { profileFilter } from './device-calls.ts'
import { infoOf } from './device-input.ts'

const activeOf = (device: DeviceInfo, { live }: CellContext): boolean =>
  live.attributes.active && live.attributes.active.ts > 0 ? live.attributes.active.value === 'true' : device.active

/** Time of the last activity in epoch ms; undefined if there was none. */
function lastActivityOf({ live }: CellContext): number | undefined {
  const ms = Number(live.attributes.lastActivityTime?.value)
  return ms > 0 ? ms : undefined
}

function lastActivityText(context: CellContext): string {
  const ms = lastActivityOf(context)
  return ms === undefined ? context.t('ui.none') : context.format.when(ms, context.nowMs)
}

/** Severity of the worst active alarm, with the number of alarms if there are several; empty without one. */
const alarmText = ({ t, live: { alarms } }: CellContext): string =>
  alarms ? t('devices.alarmOf', { count: alarms.count, severity: t(`alarms.${alarms.severity}`) }) : ''

/** Severity only, for narrow places. */
const worstAlarm = ({ t, live: { alarms } }: CellContext): ReactNode =>
  alarms && <AlarmMark severity={alarms.severity}>{t(`alarms.${alarms.severity}`)}</AlarmMark>

function alarmCell(context: CellContext): ReactNode {
  const { alarms } = context.live
  if (!alarms) return context.t('ui.none')
  return <AlarmMark severity={alarms.severity}>{alarmText(context)}</AlarmMark>
}

function AlarmMark({ severity, children }: { readonly severity: AlarmSeverity; readonly children: ReactNode }) {
  return (
    <span className="sd-device-alarm">
      <SeverityGlyph of={severity} />
      {children}
    </span>
  )
}

export function useDeviceTable(list: ScopedList): RoomTable<DeviceInfo> {
  const client = useClient()
  const { data: descriptions, error } = useKeyDescriptions()
  const areColumnsPending = !descriptions && !error
  return useMemo(
    () => ({ ...deviceTable(client, list, createKeyValues(descriptions ?? noKeyDescriptions)), areColumnsPending }),
    [client, list, descriptions, areColumnsPending],
  )
}

function deviceTable(
  client: Client,
  { scope, edgeId, isTenant }: ScopedList,
  keyValues: KeyValues,
): RoomTable<DeviceInfo> {
  const valueText = (device: DeviceInfo, { live, format }: CellContext) =>
    keyValues.text(device.deviceProfileName, live.telemetry, format)
  return {
    liveTelemetry: ({ deviceProfileName }) => keyValues.keysOf(deviceProfileName),
    showsAlarms: true,
    owner: ownerOfList(scope),
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
      nameColumn('devices.name'),
      {
        id: 'profile',
        title: 'devices.profile',
        priority: 4,
        minWidth: 115,
        sortProperty: edgeId === undefined ? 'deviceProfileName' : 'type',
        underName: ({ deviceProfileName }) => deviceProfileName,
        cell: ({ deviceProfileName }) => deviceProfileName,
      },
      {
        id: 'state',
        title: 'devices.state',
        priority: 2,
        minWidth: 95,
        cell: (device, context) => <ActivityState isActive={activeOf(device, context)} />,
        text: (device, context) => context.t(activeOf(device, context) ? 'ui.active' : 'ui.inactive'),
      },
      ...(keyValues.areKnown
        ? [
            {
              id: 'keyValue',
              title: 'devices.keyValue',
              priority: 3,
              minWidth: 100,
              isNumeric: true,
              cell: (device: DeviceInfo, context: CellContext) => (
                <span
                  className="sd-num sd-medium"
                  title={keyValues.title(device.deviceProfileName, context.live.telemetry)}
                >
                  {valueText(device, context) || context.t('ui.none')}
                </span>
              ),
              text: valueText,
            } as const,
          ]
        : []),
      {
        id: 'alarm',
        title: 'devices.alarm',
        priority: 3,
        minWidth: 100,
        underName: (_, context) => worstAlarm(context),
        cell: (_, context) => alarmCell(context),
        text: (_, context) => alarmText(context),
      },
      {
        id: 'lastActivity',
        title: 'devices.lastActivity',
        priority: 5,
        minWidth: 110,
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
        priority: 8,
        minWidth: 110,
        sortProperty: 'label',
        cell: ({ label }, { t }) => label || t('ui.none'),
      },
      ...(isTenant
        ? [
            {
              id: 'customer',
              title: 'devices.customer',
              priority: 6,
              minWidth: 120,
              sortProperty: 'customerTitle',
              cell: ({ customerTitle, customerIsPublic }: DeviceInfo, { t }: CellContext) =>
                customerIsPublic ? t('devices.public') : customerTitle || t('ui.none'),
            } as const,
          ]
        : []),
      createdColumn<DeviceInfo>(7),
      descriptionColumn<DeviceInfo>(9, (device) => String(infoOf(device).description ?? '')),
      {
        id: 'gateway',
        title: 'devices.isGateway',
        priority: 8,
        minWidth: 100,
        isExtra: true,
        cell: (device, { t }) => (infoOf(device).gateway === true ? t('ui.yes') : t('ui.no')),
      },
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
      end: (device, context) => {
        const value = valueText(device, context)
        const { alarms } = context.live
        if (!value && !alarms) return device.label
        return (
          <span className="sd-device-end">
            {value ? <span className="sd-device-value">{value}</span> : <span>{device.label}</span>}
            {worstAlarm(context)}
          </span>
        )
      },
    },
  }
}
