import { formatDate, formatDateTime } from "./time"

/** Date and time of an instant for staff, who may read it abroad: 21 Nov 2026, 9:05 pm IST. */
export const formatStaffDateTime = (iso: string, language: string) => `${formatDateTime(iso, language)} IST`

/** The day of an instant for staff: 21 Nov 2026 IST. */
export const formatStaffDateOf = (iso: string, language: string) => `${formatDate(iso, language)} IST`
