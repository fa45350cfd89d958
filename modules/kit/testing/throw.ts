throw new Error('the disk is on fire');
