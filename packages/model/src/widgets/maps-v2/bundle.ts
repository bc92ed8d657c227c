/** The bundle `maps_v2`: entities on a map of the world or on a picture. */

import type { SystemBundle } from '../system-widget.ts'

export const bundle: SystemBundle = {
  alias: 'maps_v2',
  title: 'Maps',
  description: 'Entities, areas and routes on a map or a picture',
  cover: 'openstreetmap',
}
