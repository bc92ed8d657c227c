/** "gps geofencing filter": routes messages by whether their position is inside a perimeter. */

import { nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { emit, ruleNodeType } from '../engine/rule-node.ts'
import { createGeofence, geofenceSettings } from './geofence.ts'

const yes = emit('True')
const no = emit('False')

export const geofencingFilterNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.geo.TbGpsGeofencingFilterNode',
  name: 'gps geofencing filter',
  category: 'FILTER',
  description: 'Checks whether a position is inside a perimeter.',
  details:
    'The position comes from the data or the metadata. The message leaves by True inside, by False outside or on the edge, and by Failure without a position or perimeter.',
  configDirective: 'tbFilterNodeGpsGeofencingConfig',
  relations: ['True', 'False'],
  hasCustomRelations: false,
  settings: nodeSettings(geofenceSettings),
  create(settings) {
    const isInside = createGeofence(settings)
    return { process: (message) => (isInside(message) ? yes : no) }
  },
})
