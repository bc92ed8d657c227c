/** An edge as a page of its own. */

import { RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { edgeRoom } from './edge-room.tsx'

export const EdgePage = () => <RoomOwnPage room={edgeRoom} />
