const DAYS_BY_DEFAULT = 90;

/** Days after which every copy ends that the program has made; the legal texts say so. @param days BACKUP_DAYS */
export const backupDays = (days: number | undefined): number => days ?? DAYS_BY_DEFAULT;
