/** Table of device profiles: columns and filters for the entity page. */

import { deleteMany } from '../../ui/entity-table/delete-many.tsx'
import { createdColumn, yesCell } from '../../ui/entity-table/standard-columns.tsx'
import './device-profiles.css'
import type { DeviceProfileCalls } from '@sonde/client/device-profiles/device-profile-calls'
import type { DeviceProfileManagementCalls } from '@sonde/client/device-profiles/device-profile-management-calls'
import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { isOrdinary } from '../../entities/use-profile-actions.tsx'
import type { EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'
import { deviceProfileRoom } from './device-profile-calls.ts'

interface DeviceProfileTableParts {
  readonly profiles: DeviceProfileCalls
  readonly management: DeviceProfileManagementCalls
  readonly quickAction: EntityAction<DeviceProfile>
  readonly actions: readonly EntityAction<DeviceProfile>[]
}

export function deviceProfileTable(parts: DeviceProfileTableParts): EntityTableDescription<DeviceProfile> {
  const { profiles, management, quickAction, actions } = parts
  return {
    name: deviceProfileRoom,
    entityType: 'DEVICE_PROFILE',
    title: 'deviceProfiles.title',
    icon: <EntityKindIcon entityType="DEVICE_PROFILE" size={24} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ name }) => name,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    load: (link, _, signal) => profiles.list(link, { signal, ignoreErrors: true }),
    columns: [
      {
        id: 'name',
        title: 'deviceProfiles.name',
        priority: 1,
        minWidth: 180,
        sortProperty: 'name',
        cell: ({ name }) => name,
      },
      {
        id: 'type',
        title: 'deviceProfiles.type',
        priority: 6,
        minWidth: 90,
        sortProperty: 'type',
        isExtra: true,
        cell: (_, { t }) => t('deviceProfiles.typeDefault'),
      },
      {
        id: 'transport',
        title: 'deviceProfiles.transport',
        priority: 2,
        minWidth: 110,
        underName: ({ transportType }, { t }) => t(`deviceProfiles.transport_${transportType}`),
        cell: ({ transportType }, { t }) => t(`deviceProfiles.transport_${transportType}`),
      },
      {
        id: 'description',
        title: 'deviceProfiles.description',
        priority: 4,
        minWidth: 200,
        sortProperty: 'description',
        cell: ({ description }, { t }) => description || t('ui.none'),
      },
      {
        id: 'alarms',
        title: 'deviceProfiles.alarmRules',
        priority: 5,
        minWidth: 100,
        isNumeric: true,
        cell: ({ profileData }, { format }) => (
          <span className="sd-num">{format.number(profileData.alarms?.length ?? 0, { decimals: 0 })}</span>
        ),
      },
      {
        id: 'default',
        title: 'deviceProfiles.default',
        priority: 3,
        minWidth: 90,
        sortProperty: 'isDefault',
        cell: ({ default: isDefault }, context) => yesCell(isDefault, context),
      },
      createdColumn<DeviceProfile>(5),
    ],
    quickAction,
    rowActions: actions,
    isSelectable: isOrdinary,
    bulkActions: [
      deleteMany<DeviceProfile>({
        room: 'deviceProfiles',
        text: 'deviceProfiles.deleteText',
        isUndoable: true,
        isAllowed: isOrdinary,
        run: ({ id }) => management.delete(id.id, { ignoreErrors: true }),
      }),
    ],
    phone: {
      mark: () => <EntityKindIcon entityType="DEVICE_PROFILE" size={18} />,
      line: ({ transportType, description }, { t }) =>
        [
          transportType === 'DEFAULT'
            ? t('deviceProfiles.plainTransport')
            : t(`deviceProfiles.transport_${transportType}`),
          description,
        ]
          .filter(Boolean)
          .join(' · '),
      end: ({ default: isDefault }, { t }) => isDefault && t('deviceProfiles.default'),
    },
    texts: {
      search: 'deviceProfiles.search',
      emptyTitle: 'deviceProfiles.emptyTitle',
      emptyText: 'deviceProfiles.emptyText',
      noMatch: 'deviceProfiles.noMatch',
      noFilterMatch: 'deviceProfiles.noMatch',
      failed: 'deviceProfiles.listFailed',
    },
  }
}
