/** Page of one edge. */

import { RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { edgeRoom } from './edge-room.tsx'

export const EdgePage = () => <RoomOwnPage room={edgeRoom} />
