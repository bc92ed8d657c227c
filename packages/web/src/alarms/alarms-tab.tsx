/** Alarms of an entity, as a tab of its details. */

import type { EntityId } from '@sonde/model/ids'
import Alarms from './alarms.tsx'

export default function AlarmsTab({ entity }: { entity: EntityId }) {
  return <Alarms of={entity} />
}
