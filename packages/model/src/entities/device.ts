/** Descriptor of the entity type `DEVICE`. */

import { allTabs, type EntityKind, tenantUsers } from './entity-kind.ts'

export const device = {
  one: 'a device',
  many: 'devices',
  path: 'device',
  nameField: 'name',
  isTyped: true,
  customers: 'one',
  edges: 'assigned',
  isTrashed: true,
  limit: 'maxDevices',
  page: '/devices',
  openedBy: tenantUsers,
  pickedBy: tenantUsers,
  tabs: allTabs,
  importColumns: {
    entity: [
      'NAME',
      'TYPE',
      'LABEL',
      'DESCRIPTION',
      'IS_GATEWAY',
      'SHARED_ATTRIBUTE',
      'SERVER_ATTRIBUTE',
      'TIMESERIES',
    ],
    credentials: ['ACCESS_TOKEN', 'X509', 'MQTT_CLIENT_ID', 'MQTT_USER_NAME', 'MQTT_PASSWORD'],
  },
} as const satisfies EntityKind
