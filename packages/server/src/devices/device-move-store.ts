/** Statements that move a device to another tenant. */

import type { Device } from '@sonde/model/devices/device'
import { NIL_UUID } from '@sonde/model/ids'
import { openRpcStatuses } from '@sonde/model/rpc/rpc'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export function createDeviceMoveStore(relational: RelationalStore) {
  const { build } = relational

  const tenantTitle = async (id: string): Promise<string | undefined> =>
    (await relational.first(build.selectFrom('tenant').select('title').where('id', '=', id)))?.title

  /**
   * Moves or deletes all rows of the device. The commit fails when the device isn't the old tenant's or an entity view
   * shows it.
   */
  function moveDevice(device: Device, moved: Device): Statement[] {
    const id = device.id.id
    const owner = { tenant_id: moved.tenantId.id, customer_id: NIL_UUID }
    return [
      relational.statement(
        build
          .updateTable('device')
          .set({
            ...owner,
            type: moved.type,
            device_profile_id: moved.deviceProfileId.id,
            device_data: JSON.stringify(moved.deviceData),
            firmware_id: null,
            software_id: null,
          })
          .where('id', '=', id)
          .where('tenant_id', '=', device.tenantId.id)
          .where(({ not, exists }) =>
            not(exists(build.selectFrom('entity_view').select('entity_view.id').where('entity_id', '=', id))),
          ),
        { expectRows: 1 },
      ),
      relational.statement(build.deleteFrom('relation').where('from_id', '=', id)),
      relational.statement(build.deleteFrom('relation').where('to_id', '=', id)),
      relational.statement(build.deleteFrom('device_claim').where('device_id', '=', id)),
      // The old tenant no longer commands the device.
      relational.statement(
        build
          .deleteFrom('rpc')
          .where('device_id', '=', id)
          .where('status', 'in', [...openRpcStatuses]),
      ),
      relational.statement(
        build.updateTable('attribute').set({ tenant_id: owner.tenant_id }).where('entity_id', '=', id),
      ),
      relational.statement(build.updateTable('rpc').set({ tenant_id: owner.tenant_id }).where('device_id', '=', id)),
      // Alarms stay with the device; other entities of the old tenant no longer show them.
      relational.statement(
        build
          .deleteFrom('alarm_entity')
          .where('alarm_id', 'in', build.selectFrom('alarm').select('id').where('originator_id', '=', id))
          .where('entity_id', '!=', id),
      ),
      // Deleted, not moved: the new tenant must not see what the old tenant's users did about the alarms.
      relational.statement(
        build
          .deleteFrom('alarm_event')
          .where('alarm_id', 'in', build.selectFrom('alarm').select('id').where('originator_id', '=', id)),
      ),
      relational.statement(
        build
          .updateTable('alarm')
          .set({ ...owner, assignee_id: null, shelved_until: null, shelved_reason: null, shelved_by: null })
          .where('originator_id', '=', id),
      ),
    ]
  }

  return { tenantTitle, moveDevice }
}
