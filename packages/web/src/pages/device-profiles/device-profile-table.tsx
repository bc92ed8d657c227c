/** Table of device profiles: columns and phone layout. */

import '../../device-profiles/device-profiles.css'
import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import type { RoomTable } from '../../entity-room/room.ts'
import type { MessageKey } from '../../locale/messages.ts'
import { createdColumn, nameColumn, yesCell } from '../../ui/entity-table/standard-columns.tsx'

/** Name of a transport for places without a label, where `Default` alone would be ambiguous. */
export const transportTitle = (type: DeviceProfile['transportType']): MessageKey =>
  type === 'DEFAULT' ? 'deviceProfiles.plainTransport' : `deviceProfiles.transport_${type}`

export const deviceProfileTable: RoomTable<DeviceProfile> = {
  columns: [
    nameColumn('deviceProfiles.name', 180),
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
      underName: ({ transportType }, { t }) => t(transportTitle(transportType)),
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
  phone: {
    line: ({ transportType, description }, { t }) =>
      [t(transportTitle(transportType)), description].filter(Boolean).join(', '),
    end: ({ default: isDefault }, { t }) => isDefault && t('deviceProfiles.default'),
  },
}
