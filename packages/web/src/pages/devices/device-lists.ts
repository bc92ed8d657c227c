/** Loads pages of devices of the tenant, a customer or an edge. */

import { createEdgeContentCalls } from '@sonde/client/assignables/assignable-calls'
import { createDeviceCalls } from '@sonde/client/devices/device-calls'
import type { Rest } from '@sonde/client/rest/rest'
import type { Device, DeviceInfo } from '@sonde/model/devices/device'
import type { ScopedList } from '../../assignment/list-scope.ts'
import type { RoomCalls } from '../../entity-room/room.ts'

type ListDevices = RoomCalls<DeviceInfo>['list']

/** Lists of an edge contain neither customers nor activity, and can be filtered only by profile name. */
function devicesOfEdge(rest: Rest, edgeId: string): ListDevices {
  const edgeContent = createEdgeContentCalls<Device>(rest, 'device')
  return async (link, options, { type } = {}) => {
    const page = await edgeContent.listOfEdge(edgeId, link, { type }, options)
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
}

export function listDevices(rest: Rest, { customerId, edgeId }: ScopedList): ListDevices {
  if (edgeId !== undefined) return devicesOfEdge(rest, edgeId)
  const devices = createDeviceCalls(rest)
  return (link, options, { active, deviceProfileId } = {}) =>
    devices.list(
      link,
      { customerId, deviceProfileId, active: active === undefined ? undefined : active === 'true' },
      options,
    )
}
