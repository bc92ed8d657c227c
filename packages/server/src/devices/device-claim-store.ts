/** Open claims of devices in the relational store. */

import type { Uuid } from '@sonde/model/ids'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export function createDeviceClaimStore({ build, first, statement }: RelationalStore) {
  return {
    find: (deviceId: Uuid<'DEVICE'>) =>
      first(build.selectFrom('device_claim').selectAll().where('device_id', '=', deviceId)),
    /** Replaces an existing claim. */
    open: (
      deviceId: Uuid<'DEVICE'>,
      claim: { readonly secret_key: string; readonly expiration_time: number },
    ): Statement =>
      statement(
        build
          .insertInto('device_claim')
          .values({ device_id: deviceId, ...claim })
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(claim)),
      ),
    close: (deviceId: Uuid<'DEVICE'>): Statement =>
      statement(build.deleteFrom('device_claim').where('device_id', '=', deviceId)),
  }
}
