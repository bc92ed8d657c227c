/** Details tab with the alarms of an entity. */

import type { EntityId } from '@sonde/model/ids'
import Alarms from './alarms.tsx'

export default function AlarmsTab({ entity }: { entity: EntityId }) {
  return <Alarms of={entity} />
}
