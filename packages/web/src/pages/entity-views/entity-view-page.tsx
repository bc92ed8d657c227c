/** An entity view as a page of its own. */

import { RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { entityViewRoom } from './entity-view-room.tsx'

export const EntityViewPage = () => <RoomOwnPage room={entityViewRoom} />
